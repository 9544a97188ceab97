import { splitRules } from '../../permissions/split-rules.ts'

/** The rules of the field `allowed-tools`: with commas, with blanks, in brackets, or as a list. */
export function parseAllowedTools(value: string | undefined): readonly string[] {
  const text = (value ?? '').trim().replace(/^\[(.*)\]$/s, '$1')
  return splitRules(text)
    .map(rule => rule.replace(/^["'](.*)["']$/s, '$1'))
    .filter(rule => rule !== '-' && rule !== '')
}
