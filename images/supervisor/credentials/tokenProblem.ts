/**
 * What is wrong with a token by its form; undefined when nothing is. Never quotes it. A line break at its end, from `echo`
 * or an editor, makes Azure DevOps answer 401 although the token is fine (kedacore/keda#2600).
 */
export function tokenProblem(token: string): string | undefined {
  if (token === "") {
    return "is empty";
  }
  if (/[\r\n]$/.test(token)) {
    return "ends with a line break. Write it without one: printf %s, or echo -n";
  }
  if (/[^\x21-\x7e]/.test(token)) {
    return "holds a blank, a control character or a character that no token has. Copy it again";
  }
  return undefined;
}
