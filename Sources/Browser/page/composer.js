// The form in which the user of the phone writes a notification.

import { button, element, input, select } from "./elements.js";
import { prepared } from "./messages.js";

/** @typedef {import("./phone.js").Notice} Notice */

/**
 * The notification that was last written into the form: it has values without a field.
 * @type {Notice}
 */
let base = prepared[0].notice;

/** @param {import("./center.js").Center} center */
export function connectComposer(center) {
  const list = select("prepared");
  list.append(new Option("Choose…", ""), ...prepared.map(({ name }, index) => new Option(name, String(index))));
  list.addEventListener("change", () => {
    if (list.value !== "") writeNotice(prepared[Number(list.value)].notice);
  });
  element("composer", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    center.add({ ...readNotice(), date: readDate() ?? center.dateNow() });
  });
  center.onchoice = (notice) => {
    button("modify").disabled = !notice;
    if (notice) writeNotice(notice);
  };
  button("modify").addEventListener("click", () => center.modifyChosen({ ...readNotice(), date: readDate() }));
  button("ring").addEventListener("click", () => center.ring(input("caller").value));
  button("answer").addEventListener("click", () => center.answer());
  button("hang-up").addEventListener("click", () => center.hangUp());
  writeNotice(base);
}

/**
 * The notification in the fields. The bundle identifier belongs to the application that was written into them.
 * @returns {Notice}
 */
function readNotice() {
  const appName = input("app").value;
  const { appIdentifier, ...others } = base;
  return {
    ...others, ...(appName === base.appName && appIdentifier ? { appIdentifier } : {}), appName,
    // The list has no calls.
    category: select("category").selectedIndex < 0 ? base.category : Number(select("category").value),
    title: input("title").value,
    message: element("message", HTMLTextAreaElement).value,
    positiveLabel: input("positive").value,
    negativeLabel: input("negative").value,
    isSilent: input("silent").checked,
    isImportant: input("important").checked,
  };
}

/** The date in its field, as ANCS writes it; undefined if the field is empty. */
function readDate() {
  const date = input("date").value.replaceAll(/[-:]/g, "");
  return date ? date.padEnd(15, "0").slice(0, 15) : undefined;
}

/** @param {Notice} notice */
function writeNotice(notice) {
  base = notice;
  input("app").value = notice.appName;
  select("category").value = String(notice.category ?? 0);
  input("title").value = notice.title ?? "";
  element("message", HTMLTextAreaElement).value = notice.message ?? "";
  input("positive").value = notice.positiveLabel ?? "";
  input("negative").value = notice.negativeLabel ?? "Clear";
  input("silent").checked = notice.isSilent ?? false;
  input("important").checked = notice.isImportant ?? false;
}
