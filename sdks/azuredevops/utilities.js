"use strict";

const { version } = require("./package.json");

/** First set environment variable of those named. */
function getEnv(...names) {
  return names.map((name) => process.env[name]).find((value) => value);
}

/** Whether an object is a resource of the type, also when the class was loaded twice. */
function hasType(obj, type) {
  return obj !== undefined && obj !== null && obj.__pulumiType === type;
}

/**
 * Properties that a resource registers: its inputs, and its outputs as undefined so that the SDK makes an Output for each.
 * With an id in the options the resource is read instead, and `args` is the known part of its state.
 */
function resourceProperties({ inputs, outputs, required }, args, opts) {
  const missing = required.find((name) => args?.[name] === undefined);
  if (missing !== undefined && !opts?.id && !opts?.urn) {
    throw new Error(`Missing required property '${missing}'`);
  }
  const known = opts?.id ? [...inputs, ...outputs] : inputs;
  const names = [...inputs, ...outputs];
  return Object.fromEntries(names.map((name) => [name, known.includes(name) ? args?.[name] : undefined]));
}

/** The plugin's version goes with every resource and invoke: it decides which plugin serves them. */
function withVersion(opts) {
  return { version, ...opts };
}

module.exports = { getEnv, hasType, resourceProperties, withVersion };
