/** Logging commands of Azure Pipelines (learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands). */

/** Sets a variable that later steps, jobs and stages can read. */
export function setOutputVariable(name: string, value: string): string {
  return `##vso[task.setvariable variable=${name};isOutput=true]${escape(value)}`;
}

/** Shows an error in the summary of the run. */
export function logError(message: string): string {
  return `##vso[task.logissue type=error]${escape(message)}`;
}

/** A line that comes from elsewhere, such as a build's log, is to be read and not to be obeyed. */
export function disarmed(line: string): string {
  return line.replaceAll(/##(?=(?:vso)?\[)/g, "# #");
}

/** Source: microsoft/azure-pipelines-task-lib, node/taskcommand.ts. */
function escape(text: string): string {
  return text.replaceAll("%", "%AZP25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
