/** Lines as a model reads them: number, tab, text. */
export function numberLines(lines: readonly string[], firstNumber: number): string {
  return lines.map((line, index) => `${firstNumber + index}\t${line}`).join('\n')
}
