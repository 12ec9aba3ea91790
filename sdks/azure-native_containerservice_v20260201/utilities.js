"use strict";

const { getMonitor } = require("@pulumi/pulumi/runtime");
const { Parameterization, RegisterPackageRequest } = require("@pulumi/pulumi/proto/resource_pb");
const { pulumi } = require("./package.json");

let reference;

/** Tells the engine which provider serves this package and with which parameter; once per program. */
function getPackage() {
  reference ??= registerPackage();
  return reference;
}

async function registerPackage() {
  const parameterization = new Parameterization();
  parameterization.setName(pulumi.parameterization.name);
  parameterization.setVersion(pulumi.parameterization.version);
  parameterization.setValue(pulumi.parameterization.value);

  const request = new RegisterPackageRequest();
  request.setName(pulumi.name);
  request.setVersion(pulumi.version);
  request.setParameterization(parameterization);

  const response = await new Promise((resolve, reject) => {
    getMonitor().registerPackage(request, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
  return response.getRef();
}

module.exports = { getPackage };
