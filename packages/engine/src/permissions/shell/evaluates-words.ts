import type { ShellWord } from './shell-command.ts'
import { steersPrograms } from './steering-variables.ts'

/**
 * Whether the shell may compute with the words of a built-in command: what stands in a subscript is run even where it
 * is quoted (`test -v 'a[$(x)]'`), and so is what a variable holds that is read as a number.
 */
export function evaluatesWords(name: string, words: readonly ShellWord[]): boolean {
  const operands = words.slice(1)
  switch (name) {
    case 'let':
      return operands.some(({ isDynamic, text }) => isDynamic || !/^[-\d+*/% ()<>]*$/.test(text))
    case 'test':
    case '[':
      return isRiskyTest(operands)
    case 'printf':
      return setsByPrintf(operands) && operands.some(namesElement)
    case 'jobs':
      return operands.some(({ isDynamic, text }) => isDynamic || /^-\w*x/.test(text))
    case 'set':
      return setsKeywords(operands)
    case 'unset':
    case 'read':
    case 'wait':
    case 'getopts':
      return operands.some(word => namesElement(word))
    case 'declare':
    case 'typeset':
    case 'local':
    case 'export':
    case 'readonly':
    case 'integer':
      return operands.some(word => /^[-+][A-Za-z]*[in]/.test(word.text) || namesElement(toName(word)))
    default:
      return isRiskyCondition(name, words)
  }
}

/** A subscript, a name that nobody knows, or a variable that decides what runs. */
function namesElement({ text, isDynamic }: ShellWord): boolean {
  return isDynamic || text.includes('[') || steersPrograms(text.replace(/^-v/, ''))
}

/** What stands before `=`, which is all that is not a value. */
function toName(word: ShellWord): ShellWord {
  const end = word.certain.indexOf('=')
  return end === -1
    ? word
    : { ...word, text: word.certain.slice(0, end).replace(/\+$/, ''), isDynamic: false }
}

/** `set -k` makes a variable of the environment of every word that looks like one. */
function setsKeywords(operands: readonly ShellWord[]): boolean {
  const end = operands.findIndex(({ text }) => text === '--' || text === '-')
  const options = end === -1 ? operands : operands.slice(0, end)
  return options.some(word => isSplit(word) || /^[-+]\w*k|^keyword$/.test(word.text))
}

function setsByPrintf([first]: readonly ShellWord[]): boolean {
  return first !== undefined && (first.text.startsWith('-v') || (first.isDynamic && isSplit(first)))
}

/** A variable outside quotes may become several words, and an option. */
function isSplit({ isDynamic, raw }: ShellWord): boolean {
  return isDynamic && !/^"[^"]*"$/s.test(raw)
}

function isRiskyTest(operands: readonly ShellWord[]): boolean {
  const asks = operands.some(({ text }) => text === '-v' || text === '-R')
  return operands.some((word, index) => {
    if (!word.isDynamic) return word.text.includes('[')
    return asks || isSplit(word) || operands[index + 1]?.isDynamic === true
  })
}

/** `[[ … ]]`, also the pieces of it behind `&&` and `(`, which look like commands of their own. */
function isRiskyCondition(name: string, words: readonly ShellWord[]): boolean {
  if (name === '-v' || name === '-R') return true
  const isWhole = name === '[['
  return words.some(({ text }, index) => {
    if (isWhole && (text === '-v' || text === '-R')) return true
    if (!COMPARISON.test(text)) return false
    const sides = [words[index - 1], words[index + 1]]
    return sides.some(side => side !== undefined && (side.isDynamic || !/^-?\d+$/.test(side.text)))
  })
}

const COMPARISON = /^-(?:eq|ne|lt|le|gt|ge)$/
