"use strict";

exports.containerservice = require("./containerservice");
