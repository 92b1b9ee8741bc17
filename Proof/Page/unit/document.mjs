// The part of a document that scripts of the page use while they are loaded. Import it before them.
const element = () => ({ addEventListener() {}, setAttribute() {}, append() {}, replaceChildren() {} });

globalThis.Node ??= class {};
globalThis.document ??= { createElement: element, createElementNS: element, addEventListener() {},
  documentElement: {} };
globalThis.navigator ??= {};
