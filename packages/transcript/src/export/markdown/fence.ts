import { stripControl } from '@antiphon/core/ui'

/** Text as a fenced block that nothing in the text can end. */
export function fence(text: string, info = ''): string {
  const content = stripControl(text)
  const marks = '`'.repeat(Math.max(3, longestRun(content) + 1))
  return `${marks}${info.replace(/[^\w+#.-]/g, '').slice(0, 30)}\n${content}${content.endsWith('\n') ? '' : '\n'}${marks}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
