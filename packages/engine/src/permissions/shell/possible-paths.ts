/** Every piece of a word that a program could take for a file: behind `=`, `:`, `@` and `,`, glued to an option, in an address. */
export function listPossiblePaths(word: string, mayBeScript: boolean): string[] {
  if (word.length > LONGEST_PATH) return []
  const pieces = [word]
  // A script names files between its own signs: `sed 'r .env'`.
  if (mayBeScript && /[\s"'`()]/.test(word)) pieces.push(...word.split(SCRIPT_SIGNS, MOST_PIECES))
  // In a bundle of letters the value of the last begins anywhere: `-vft`.
  if (/^-[^-]./.test(word))
    for (let index = 2; index < Math.min(word.length, 8); index++) pieces.push(word.slice(index))
  for (const separator of ['=', ':', '@', ',']) {
    const at = word.indexOf(separator)
    if (at !== -1) pieces.push(word.slice(at + 1), word.slice(0, at))
  }
  const address = /^file:(?:\/\/[^/]*)?(?<path>.*)$/is.exec(word)?.groups?.path
  if (address !== undefined) pieces.push(decode(address))
  return [...new Set(pieces)].filter(piece => piece !== '' && piece !== '-' && !piece.startsWith('--'))
}

/** Whether an address names files by signs that only the program resolves. */
export function isUnclearAddress(word: string): boolean {
  return /\bfile:/i.test(word) && /[{}[\]%?#*]|\.\.|^file:\/\/(?!localhost\/|\/)/i.test(word)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const SCRIPT_SIGNS = /[\s"'`()<>;,{}|&]+/
const MOST_PIECES = 100
const LONGEST_PATH = 4096
