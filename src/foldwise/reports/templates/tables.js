// Buttons that copy a table or save it as CSV. Without JavaScript there are none.
(function () {
  "use strict";
  function words(cell) {
    var copy = cell.cloneNode(true);
    copy.querySelectorAll("summary, [aria-hidden], .mark").forEach(function (part) { part.remove(); });
    copy.querySelectorAll("br").forEach(function (part) { part.replaceWith(" "); });
    var text = copy.textContent.replace(/\s+/g, " ").trim().replace(/\u2212/g, "-");
    // A spreadsheet would run what looks like a formula.
    return /^[=@]|^[+-](?![\d.])/.test(text) ? "'" + text : text;
  }
  function rows(table) {
    var group = "", isGrouped = table.querySelector("tr.group") !== null, found = [];
    Array.prototype.forEach.call(table.rows, function (row) {
      if (row.className === "group") { group = words(row.cells[0]); return; }
      var cells = Array.prototype.map.call(row.cells, words);
      found.push(isGrouped ? [row.parentNode.tagName === "TBODY" ? group : ""].concat(cells) : cells);
    });
    return found;
  }
  function quoted(text) { return /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text; }
  function csv(table) {
    return rows(table).map(function (row) { return row.map(quoted).join(","); }).join("\r\n") + "\r\n";
  }
  function tabbed(table) { return rows(table).map(function (row) { return row.join("\t"); }).join("\n"); }
  function copyOld(text) {
    var area = document.createElement("textarea");
    area.value = text;
    document.body.appendChild(area);
    area.select();
    var done = document.execCommand("copy");
    area.remove();
    return done;
  }
  function button(label, what, act) {
    var made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.setAttribute("aria-label", what);
    made.addEventListener("click", function () { act(made, label); });
    return made;
  }
  function say(made, label, text) {
    made.textContent = text;
    setTimeout(function () { made.textContent = label; }, 1500);
  }
  function copy(table) {
    return function (made, label) {
      var text = tabbed(table);
      function old() { say(made, label, copyOld(text) ? "Copied" : "Not copied"); }
      if (!navigator.clipboard) { old(); return; }
      navigator.clipboard.writeText(text).then(function () { say(made, label, "Copied"); }, old);
    };
  }
  function save(table, name) {
    return function () {
      var link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob(["\ufeff" + csv(table)], { type: "text/csv" }));
      link.download = name;
      link.click();
      setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
    };
  }
  document.querySelectorAll("main table").forEach(function (table, place) {
    var tools = document.createElement("div");
    tools.className = "tools";
    tools.append(
      button("Copy", "Copy this table", copy(table)),
      button("CSV", "Save this table as CSV", save(table, "table-" + (place + 1) + ".csv"))
    );
    table.parentNode.after(tools);
  });
  addEventListener("beforeprint", function () {
    document.querySelectorAll("details:not([open])").forEach(function (part) { part.open = part.wasShut = true; });
  });
  addEventListener("afterprint", function () {
    document.querySelectorAll("details").forEach(function (part) { if (part.wasShut) { part.open = part.wasShut = false; } });
  });
})();
