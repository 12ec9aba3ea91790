"use strict";

exports.v20260201 = require("./v20260201");
