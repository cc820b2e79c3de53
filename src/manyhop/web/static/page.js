// What a page does by itself: copy an answer, take dropped files, and the keys of a review.
"use strict";

const say = (text) => { document.getElementById("said").textContent = text; };

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const text = await (await fetch(button.dataset.copy)).text();
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    say("Copied");
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("aria-label", "The answer as Markdown");
    button.after(area);
    area.select();
  }
});

for (const form of document.querySelectorAll("[data-drop]")) {
  const input = form.querySelector("input[type=file]");
  form.addEventListener("dragover", (event) => { event.preventDefault(); form.classList.add("over"); });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    input.files = event.dataTransfer.files;
    input.closest("details")?.setAttribute("open", "");
    say(`${input.files.length} dropped`);
  });
}

const form = document.querySelector("form[data-keys]");
const undo = form?.querySelector("button[formaction]");
form?.addEventListener("submit", () => { setTimeout(() => { for (const b of form.querySelectorAll("button")) b.disabled = true; }, 0); });
document.addEventListener("keydown", (event) => {
  const writing = event.target.closest("textarea, input:not([type=radio], [type=checkbox]), select");
  if (event.key === "/" && !writing) {
    const box = document.querySelector("input[type=search], #question");
    if (box) { event.preventDefault(); box.focus(); }
    return;
  }
  if (!form || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && (!writing || event.ctrlKey) && !event.target.closest("button, a")) {
    event.preventDefault();
    form.requestSubmit();
  } else if (writing) {
    if (event.key === "Escape") writing.blur();
  } else if (/^[1-9]$/.test(event.key)) {
    const option = form.querySelector(`[data-key="${event.key}"]`);
    if (option) { option.checked = true; option.focus(); say(`${option.value} chosen`); }
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !event.target.closest("[type=radio]")) {
    const first = form.querySelector("[data-key]");
    if (first) { event.preventDefault(); first.focus(); }
  } else if (event.key === "e") {
    const text = form.querySelector("textarea, fieldset input:not([type=radio], [type=checkbox])");
    if (text) { event.preventDefault(); text.focus(); }
  } else if (event.key === "u" && undo) {
    undo.click();
  } else if (event.key === "?") {
    document.getElementById("keys").showModal();
  }
});
