// The stand-in for `vscode`, with the names that it has when it is asked.
module.exports = require('../unit/support/fakeVscode.ts').fakeVscode;
