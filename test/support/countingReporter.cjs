const { reporters } = require("mocha");

/** The spec reporter, closed by a line that scripts can read: "N passed, N failed". */
module.exports = class CountingReporter extends reporters.Spec {
  epilogue() {
    super.epilogue();
    console.log(`${this.stats.passes} passed, ${this.stats.failures} failed`);
  }
};
