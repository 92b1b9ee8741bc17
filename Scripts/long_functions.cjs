// long_functions.cjs SCRIPT...: prints the functions of JavaScript files that have more than 80 lines, and fails if it
// finds one. The parser is TypeScript's; NODE_PATH=/usr/share/nodejs finds Debian's.
const { readFileSync } = require("node:fs");
const ts = require("typescript");

const most = 80;

function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const named = node.name ?? node.parent.name;
  return named ? named.getText() : "a function without a name";
}

let isLong = false;
for (const path of process.argv.slice(2)) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    const [first, last] = [lineOf(node.getStart()), lineOf(node.end)];
    if (ts.isFunctionLike(node) && last - first >= most) {
      console.error(`${path}:${first}: ${nameOf(node)} has ${last - first + 1} lines, at most ${most}`);
      isLong = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}
process.exitCode = isLong ? 1 : 0;
