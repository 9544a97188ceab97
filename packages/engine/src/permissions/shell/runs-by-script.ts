/** Whether a script of sed or awk among the words may run programs or write files. */
export function runsByScript(name: string, words: readonly string[]): boolean {
  if (name === 'sed' || name === 'gsed') return words.some(isRunningSed)
  if (/^[gmn]?awk$/.test(name)) return words.some(isRunningAwk)
  return false
}

/** Whether code that an interpreter or a client is given on the command line looks as if it ran programs. */
export function runsByCode(name: string, words: readonly string[]): boolean {
  if (/^(?:less|more|most|vim?|nvim|view|ex)$/.test(name)) return words.some(word => word.startsWith('+'))
  if (/^(?:sqlite3|psql|mysql|mariadb)$/.test(name))
    return words.some(word => /\\!|\.(?:sh|sy)|\bsystem\b|\bprogram\b/i.test(word))
  return INTERPRETER.test(name) && words.some(word => /\s|\(|"|'|`/.test(word) && RUNNING_CODE.test(word))
}

function isRunningSed(word: string): boolean {
  if (/^-[A-Za-z]*f|^--fi/.test(word)) return true
  if (word.startsWith('-') && !/^-[A-Za-z]*e.|^--exp/.test(word)) return false
  return word.length > LONGEST_SCRIPT || SED_COMMAND.test(word) || SED_FLAG.test(word)
}

function isRunningAwk(word: string): boolean {
  if (/^-[A-Za-z]*[fEilD]|^--(?:fi|ex|in|lo|de)/.test(word)) return true
  return /\bsystem\b|@|(?<!\|)\|(?!\|)/.test(word)
}

const INTERPRETER =
  /^(?:python|pypy|perl|ruby|node|nodejs|deno|bun|php|lua|luajit|osascript|Rscript|tclsh)[\d.]*$/
const RUNNING_CODE =
  /system|exec|spawn|popen|subprocess|child_process|shell|fork|\beval\b|`|\bqx\b|\bProcess\b|\$\{?[A-Za-z_(]*\bcmd\b/i

// `e` and `w` where a command may stand: at the beginning, behind an address, a brace or a separator.
const SED_COMMAND = /(?:^|[;\n{}\d$/!,=|]|-e)\s*[ewW](?:\s|$|[./~])/
// The same as flags of a substitution.
const SED_FLAG = /s([^\w\s\\])(?:\\[\s\S]|(?!\1)[\s\S])*\1(?:\\[\s\S]|(?!\1)[\s\S])*\1[gpiImM\d]*[ew]/
const LONGEST_SCRIPT = 4096
