/** A file's own text out of what a reading tool shows: without the numbers before its lines. */
export function plainFile(shown: string): string {
  const lines = shown.split('\n')
  const numbered = lines.filter(line => NUMBER.test(line)).length
  if (numbered === 0 || numbered < lines.filter(line => line.trim() !== '').length / 2) return shown
  return lines
    .filter(line => NUMBER.test(line))
    .map(line => line.replace(NUMBER, ''))
    .join('\n')
}

const NUMBER = /^\s*\d+(?:→|\t|\| ?)/
