"use strict";
const at = (id) => document.getElementById(id);
const put = (id, text) => { at(id).hidden = !text; if (at(id).textContent !== text) at(id).textContent = text; };

// A report is shown in a frame of no origin, which this page cannot look into: it tells how high it is, so that the page
// as a whole is scrolled, and what is unfolded, so that this is so again when the report was made anew.
const TELLS = `<script>(() => {
  const folds = () => [...document.querySelectorAll("details")];
  const words = (fold) => (fold.querySelector("summary") || fold).textContent;
  const tell = (what) => parent.postMessage(what, "*");
  const measure = () => tell({ height: document.documentElement.getBoundingClientRect().height });
  new ResizeObserver(measure).observe(document.documentElement);
  document.addEventListener("toggle", () => { tell({ open: folds().filter((fold) => fold.open).map(words) }); measure(); }, true);
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    for (const fold of folds()) if (data.includes(words(fold))) fold.open = true;
    // What is not on the screen is not observed.
    measure();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']"), target = link && document.getElementById(link.getAttribute("href").slice(1));
    if (target) { event.preventDefault(); tell({ top: target.getBoundingClientRect().top + scrollY }); }
  });
})()</` + "script>";
let unfolded = [];

function showReport(text, isAnother) {
  // A new frame each time: one that was hidden is not laid out again, and each report would be a step to go back by.
  const frame = at("report").cloneNode();
  if (isAnother) { unfolded = []; frame.style.height = ""; }
  frame.addEventListener("load", () => frame.contentWindow.postMessage(unfolded, "*"));
  frame.srcdoc = text + TELLS;
  frame.hidden = false;
  at("report").replaceWith(frame);
}

addEventListener("message", ({ source, data }) => {
  const frame = at("report");
  if (source !== frame.contentWindow) return;
  // A border above and below, and no more than a report can be.
  if (data.height > 0) frame.style.height = Math.min(Math.ceil(data.height) + 2, 1e6) + "px";
  if (data.open) unfolded = data.open;
  if (data.top >= 0) scrollTo({ top: frame.getBoundingClientRect().top + scrollY + data.top });
});

async function asked(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    return { error: "foldwise does not answer any more. Is the command on the terminal still running?" };
  }
  const text = await answer.text();
  // A report that is kept may be JSON as well.
  const isKept = answer.headers.get("Content-Disposition");
  if (!isKept && answer.headers.get("Content-Type") === "application/json") return JSON.parse(text);
  return answer.ok ? { text } : { error: text };
}
