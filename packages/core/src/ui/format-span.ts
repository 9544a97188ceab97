import { formatDuration } from './format-duration.ts'

/** A span of time in a person's language: `3 min 5 s`, `3 分 5 秒`; shortened, without units of which there are none. */
export function formatSpan(
  milliseconds: number,
  { language, isShort = false }: { readonly language: string; readonly isShort?: boolean },
): string {
  const whole = formatDuration(milliseconds)
  const words = isShort ? whole.replace('.0 ', ' ').replace(/(?<=\D) 0 \w+$/, '') : whole
  if (!language.startsWith('zh')) return words
  return words.replace(/min$/, '分钟').replaceAll(/[a-z]+/g, unit => CHINESE.get(unit) ?? unit)
}

const CHINESE: ReadonlyMap<string, string> = new Map([
  ['ms', '毫秒'],
  ['s', '秒'],
  ['min', '分'],
  ['h', '小时'],
])
