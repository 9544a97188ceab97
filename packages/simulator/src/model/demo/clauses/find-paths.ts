/** A word that may be a path: quotations are masked, Chinese characters end it. */
export const PATH_SOURCE: string = String.raw`(?:(?!\p{Script=Han})[\p{L}\p{N}\p{Co}_@~./\\:+*#$\-[\]])+`

/** The paths in a text, in order and each once. */
export function findPaths(text: string, unmask: (text: string) => string): readonly string[] {
  const words = text.match(WORDS) ?? []
  const paths = words.filter(word => isNamedFile(word, unmask)).map(word => toPath(word, unmask))
  return [...new Set(paths)]
}

const WORDS = new RegExp(PATH_SOURCE, 'gu')

/** In quotation marks a name may have blanks. */
function isNamedFile(word: string, unmask: (text: string) => string): boolean {
  const path = toPath(word, unmask)
  if (isPathLike(path)) return true
  return /^\p{Co}$/u.test(word) && /^[^\n]{1,200}\.[A-Za-z0-9]{1,8}$/.test(path)
}

/** A word as a path: without the sign of a mention and the punctuation behind it. */
export function toPath(word: string, unmask: (text: string) => string): string {
  return unmask(word)
    .trim()
    .replace(/^@(?=[^/]*[./])/, '')
    .replace(/[.,:;!?]+$/, '')
}

/** True for what has a slash, an extension or a well-known name. */
export function isPathLike(word: string): boolean {
  if (/\s/.test(word) || word.includes('://') || !/[\p{L}\p{N}]/u.test(word)) return false
  return /[\\/]/.test(word) || EXTENSION.test(word) || WELL_KNOWN.test(word)
}

const EXTENSION = /(?:^|[^.\s])\.(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{1,10}$|^\.[A-Za-z][\w-]*$/
const WELL_KNOWN = /^(?:README|LICENSE|LICENCE|CHANGELOG|Makefile|Dockerfile|Gemfile|Procfile)$/

/** The folder that a clause speaks of: “in src”, “src 目录下”. */
export function findFolder(text: string, unmask: (text: string) => string): string | undefined {
  const word = IN_FOLDER.exec(text)?.[1] ?? FOLDER_IN_CHINESE.exec(text)?.[1] ?? AT_FOLDER.exec(text)?.[1]
  if (word === undefined || NO_FOLDER.test(word)) return undefined
  return toPath(word, unmask) || undefined
}

const IN_FOLDER = new RegExp(
  String.raw`\b(?:in|of|under|inside|within|from)\s+(?:the\s+|folder\s+|directory\s+)*(${PATH_SOURCE})`,
  'iu',
)
const FOLDER_IN_CHINESE = new RegExp(String.raw`(${PATH_SOURCE})\s*(?:目录|文件夹|下|里|中|内)`, 'u')
const AT_FOLDER = new RegExp(String.raw`^(?:ls|dir|list|列出)\s+(${PATH_SOURCE})$`, 'iu')
const NO_FOLDER =
  /^(?:this|that|here|it|them|the|my|our|your|current|all|every|any|a|an|files?|folders?|project|repo|repository|code|codebase|directory|workspace|root|total|order|detail|everything|contents|stuff|things|todos?)$/i
