import { splitRules } from '../../permissions/parse-permission-rule.ts'

/** The tools or rules of a field such as `allowed-tools`: a list, or a text with commas, blanks, brackets or dashes. */
export function parseToolList(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value.filter(item => typeof item === 'string') : splitText(value)
  return items.map(unquote).filter(rule => rule !== '-' && rule !== '')
}

function splitText(value: unknown): readonly string[] {
  return typeof value === 'string' ? splitRules(value.trim().replace(/^\[(.*)\]$/s, '$1')) : []
}

function unquote(rule: string): string {
  return rule.trim().replace(/^(["'])(.*)\1$/s, '$2')
}
