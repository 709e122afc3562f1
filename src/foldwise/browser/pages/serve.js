const upper = (text) => text ? text[0].toUpperCase() + text.slice(1) + "." : "";
const rows = new Map();
let open = null, shown = null, isBusy = false;

async function show(study) {
  if (isBusy) return;
  isBusy = true;
  const isAnother = open !== study.name;
  open = study.name;
  const found = await asked("report?" + new URLSearchParams({ study: open }));
  isBusy = false;
  // What cannot be judged yet is asked again when there is more.
  shown = study.version;
  put("trouble", found.error || "");
  at("save").hidden = at("report").hidden = Boolean(found.error);
  for (const [name, row] of rows) row.name.setAttribute("aria-current", String(name === open));
  if (found.error) return;
  at("which").textContent = study.shown;
  for (const link of at("save").querySelectorAll("a"))
    link.href = "report?" + new URLSearchParams({ study: open, as: link.dataset.ending });
  showReport(found.text, isAnother);
}

// Rows stay, so that who goes through them by the keyboard stays where he is.
function rowOf(study) {
  if (rows.has(study.name)) return rows.get(study.name);
  const row = { line: document.createElement("tr"), name: document.createElement("button"), bar: document.createElement("progress") };
  row.name.type = "button";
  row.name.className = "plain";
  row.name.textContent = study.shown;
  row.name.addEventListener("click", () => show(row.study));
  row.line.insertCell().append(row.name);
  const run = row.line.insertCell();
  row.bar.setAttribute("aria-label", `Folds run of ${study.shown}`);
  row.counts = document.createElement("span");
  run.append(row.bar, " ", row.counts);
  row.verdict = row.line.insertCell();
  rows.set(study.name, row);
  return row;
}

async function look() {
  const now = await asked("status");
  put("error", now.error || "");
  if (!now.error) {
    document.title = (now.share === null ? "" : `${now.share}% `) + now.study;
    put("title", now.study);
    put("answer", upper(now.answer));
    put("settling", upper(now.settling));
    put("changes", now.changes.join(" "));
    put("running", now.running);
    put("store", now.store);
    at("studies").hidden = !now.studies.length;
    for (const study of now.studies) {
      const row = rowOf(study);
      row.study = study;
      row.bar.max = Math.max(study.n_folds, 1);
      row.bar.value = study.n_done;
      row.counts.textContent = `${study.n_done}/${study.n_folds}` + (study.n_failed ? `, ${study.n_failed} failed` : "");
      row.verdict.textContent = study.verdict;
    }
    const names = now.studies.map((study) => study.name), lines = names.map((name) => rows.get(name).line);
    for (const [name, row] of rows) if (!names.includes(name)) { row.line.remove(); rows.delete(name); }
    lines.forEach((line, place) => { if (at("rows").rows[place] !== line) at("rows").insertBefore(line, at("rows").rows[place] || null); });
    const current = now.studies.find((study) => study.name === open) || now.studies[0];
    if (current && (open !== current.name || shown !== current.version)) await show(current);
  }
  setTimeout(look, now.error || !now.is_running ? 5000 : 2500);
}
look();
