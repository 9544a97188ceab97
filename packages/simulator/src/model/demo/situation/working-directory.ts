import type { ApiRequest } from '@antiphon/core'
import { blocksOf } from './situation.ts'

/** The folder that the harness says it works in, if it says so. */
export function findWorkingDirectory(request: ApiRequest): string | undefined {
  const { system, messages } = request
  const systemTexts = typeof system === 'string' ? [system] : (system ?? []).map(({ text }) => text)
  const first = messages[0] ? blocksOf(messages[0]) : []
  const texts = [...systemTexts, ...first.flatMap(block => (block.type === 'text' ? [block.text] : []))]
  for (const text of texts) {
    const found = STATED.exec(text)?.[1]
    if (found !== undefined) return found.trim()
  }
  return undefined
}

const STATED =
  /(?:working directory|current directory|cwd|工作目录|当前目录)\**`?\s*(?:is|:|：|=|为|是)\s*`?((?:\/|[A-Za-z]:[\\/])[^\n`<>"]*)/i
