"use strict";

exports.AgentPool = require("./agentPool").AgentPool;
