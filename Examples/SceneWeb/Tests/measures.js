// What the tests of pages measure of their appearance. The functions return a list of what is wrong. Each test defines
// `seen(element)`, which says whether an element can be seen and used.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
// Any colour of CSS as four numbers.
const rgba = colour => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const over = ([r, g, b, a], below) => [r, g, b].map((one, index) => one * a + below[index] * (1 - a)).concat(1);
const colourBehind = element => {
  const layers = [];
  for (let node = element; node; node = node.parentElement) {
    const colour = rgba(getComputedStyle(node).backgroundColor);
    layers.push(colour);
    if (colour[3] === 1) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), rgba("Canvas"));
};
const light = colour => {
  const [r, g, b] = colour.map(one => one / 255).map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a, b) => {
  const [less, more] = [light(a), light(b)].sort((x, y) => x - y);
  return (more + 0.05) / (less + 0.05);
};
const who = element => `${element.tagName.toLowerCase()}.${element.className?.baseVal ?? element.className} “${(element.textContent || element.placeholder || "").trim().slice(0, 30)}”`;
// WCAG 1.4.3 and 1.4.11: 4.5:1 for texts, 3:1 for large ones and for what is needed to know a control.
const contrasts = (least = 4.5) => {
  const wrong = [];
  const check = (element, colour, behind, least, what) => {
    const found = ratio(over(rgba(colour), behind), behind);
    if (found < least - 0.01) wrong.push(`${what} of ${who(element)} has ${found.toFixed(2)}:1`);
  };
  for (const element of document.querySelectorAll("body *")) {
    if (!seen(element) || element.closest(":disabled, [aria-disabled=true], .only-read, #said")) continue;
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (hasText) check(element, style.color, colourBehind(element), isLarge ? least - 1.5 : least, "the text");
    if (element.matches("svg.icon")) check(element, style.stroke, colourBehind(element), 3, "the picture");
    if (element.matches("input:not([type=radio], [type=checkbox]), select")) {
      check(element, style.borderTopColor, colourBehind(element.parentElement), 3, "the edge");
      check(element, getComputedStyle(element, "::placeholder").color, colourBehind(element), 4.5, "the placeholder");
    }
    if (element.matches(".choice .face, .switch input")) check(element, style.borderTopColor, colourBehind(element.parentElement), 3, "the edge");
    if (element.matches(".switch input")) check(element, getComputedStyle(element, "::before").backgroundColor, colourBehind(element), 3, "the switch");
  }
  return wrong;
};
// A title that is a fraction of a pixel too long has an ellipsis, and a `scrollWidth` that fits.
const isShortened = ({ textContent }, { font, whiteSpace, width }) => {
  canvas.font = font;
  return whiteSpace === "nowrap" && canvas.measureText(textContent).width > parseFloat(width) + 0.05;
};
// WCAG 1.4.10: nothing is wider than the window, cut off, or broken in the middle of a time.
const overflows = () => {
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.querySelectorAll("button, input, select, h1, h2, output, .time, .name, .card, dialog")) {
    if (!seen(element) || element.closest(".only-read")) continue;
    const box = element.getBoundingClientRect();
    if (box.left < -0.5 || box.right > innerWidth + 0.5) wrong.push(`${who(element)} is outside: ${box.left} to ${box.right}`);
    if (element.matches("button, .time") && element.scrollWidth > element.clientWidth + 1) wrong.push(`${who(element)} is cut off`);
    if (element.matches("h1") && isShortened(element, getComputedStyle(element))) wrong.push(`${who(element)} is cut off`);
    if (element.matches(".time") && box.height > parseFloat(getComputedStyle(element).fontSize) * 1.6) wrong.push("the time has two lines");
  }
  return wrong;
};
const letters = size => getComputedStyle(document.body).fontSize === `${size}px` ? [] : [`letters are not of ${size} pixels`];
// A name has a line break between its words only.
const brokenWords = () => {
  const wrong = [];
  for (const element of document.querySelectorAll(".name")) {
    const node = element.firstChild;
    if (!seen(element) || node?.nodeType !== 3) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^ -]+/g)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) wrong.push(`“${word}” is broken`);
    }
  }
  return wrong;
};
// The words of an element, as they are read out.
const words = element => {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  return copy.textContent.trim();
};
const nameOf = element => element.getAttribute("aria-label")
  || (element.getAttribute("aria-labelledby") ?? "").split(" ").map(id => document.getElementById(id)?.textContent ?? "").join(" ").trim()
  || [...(element.labels ?? [])].map(words).join(" ").trim()
  || (element.matches("button, a") ? words(element) : "");
// WCAG 4.1.2: each control has a name, and what refers to an id finds it, once. A placeholder is no name: it disappears.
const unnamed = () => {
  const wrong = [];
  for (const element of document.querySelectorAll("button, input, select, a[href], dialog, [role=group], [role=radiogroup]")) {
    if (seen(element) && !nameOf(element)) wrong.push(`${who(element)} has no name`);
  }
  const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) wrong.push(`several elements are called ${id}`);
  for (const name of ["aria-labelledby", "aria-describedby", "for"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!element.getAttribute(name).split(" ").every(id => ids.includes(id))) wrong.push(`${name} of ${who(element)} names nothing`);
    }
  }
  return wrong;
};
// There is one first heading, also below a dialog.
const headings = () => {
  const shown = [...document.querySelectorAll("h1")].filter(heading => heading.checkVisibility({ visibilityProperty: true }));
  return shown.length === 1 ? [] : [`there are ${shown.length} first headings`];
};
const opacity = element => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;
const hasLine = (element, style, width, colour) => style !== "none" && parseFloat(width) >= 1
  && ratio(over(rgba(colour), colourBehind(element.parentElement)), colourBehind(element.parentElement)) >= 3;
const hasRing = element => (style => hasLine(element, style.outlineStyle, style.outlineWidth, style.outlineColor))(getComputedStyle(element));
// The system's colours leave a control no background: it is known by its edge, and what has the focus by its ring.
const edges = () => {
  const wrong = [];
  for (const icon of document.querySelectorAll("svg.icon")) {
    if (seen(icon) && getComputedStyle(icon).stroke !== getComputedStyle(icon.parentElement).color) wrong.push(`${who(icon)} keeps its own colour`);
  }
  for (const element of document.querySelectorAll("button, input, select, .row")) {
    if (!seen(element)) continue;
    if (hasRing(element) && !element.contains(document.activeElement)) wrong.push(`${who(element)} has a ring, but not the focus`);
    if (element.matches(".row, .remove, [type=radio]")) continue;
    const style = getComputedStyle(element);
    if (!hasLine(element, style.borderTopStyle, style.borderTopWidth, style.borderTopColor)) wrong.push(`${who(element)} has no edge`);
    const [box, before] = [element, element.previousElementSibling].map(one => one?.getBoundingClientRect());
    const isBeside = before?.width > 1 && before.top < box.bottom && before.bottom > box.top && before.left < box.left;
    if (isBeside && box.left - before.right < 3) wrong.push(`${who(element)} touches what is before it`);
  }
  return wrong;
};
// WCAG 2.4.7 and 2.4.11: what has the focus has a ring, and nothing covers it.
const hasVisibleFocus = () => {
  const element = document.activeElement;
  const ringed = element.closest(".options .row") ?? element;
  if (element === document.body || opacity(ringed) < 1 || !hasRing(ringed)) return false;
  const box = element.getBoundingClientRect();
  return [[box.left + box.width / 2, box.top + 3], [box.left + box.width / 2, box.bottom - 3]].every(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit != null && (element.contains(hit) || hit.contains(element));
  });
};
