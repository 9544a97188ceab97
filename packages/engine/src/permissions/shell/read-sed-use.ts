import { readSedScript, type SedScript } from './read-sed-script.ts'
import { isUnknownWord } from './unknown-word.ts'

/** What `sed` with these words does, its files in place of none named; null where an option or a script is not understood. */
export type SedUse = SedScript & { readonly files: readonly string[]; readonly isInPlace: boolean }

/** Reads the words behind `sed`: options may stand anywhere, and the first operand is the script where no option is one. */
export function readSedUse(words: readonly string[]): SedUse | null {
  const scripts: string[] = []
  const operands: string[] = []
  let isInPlace = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (isUnknownWord(word)) return null
    if (word === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (!word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    const { flags = '', option, value = '' } = OPTION.exec(word)?.groups ?? {}
    const isScript = option === 'e' || /^--exp/.test(word)
    const isSuffix = option === 'i' || /^--in/.test(word)
    if (isScript) {
      const glued = option === 'e' ? value : (/=(?<script>.*)$/s.exec(word)?.groups?.script ?? '')
      const isGlued = option === 'e' ? value !== '' : word.includes('=')
      scripts.push(isGlued ? glued : (words[++index] ?? ''))
    } else if (isSuffix) isInPlace = true
    else if (!(option === undefined && flags !== '') && !PLAIN_LONG.test(word)) return null
  }
  const given = scripts.length > 0 ? scripts : operands.splice(0, 1)
  if (operands.some(isUnknownWord)) return null
  const script = readSedScript(given.join('\n'))
  return script === null ? null : { ...script, files: operands, isInPlace }
}

// A bundle of options without a value, and at its end one that takes the rest.
const OPTION = /^-(?<flags>[nrEsuz]*)(?:(?<option>[ei])(?<value>.*))?$/s
const PLAIN_LONG =
  /^--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|zero-terminated|posix|sandbox|debug|help|version|follow-symlinks)$/
