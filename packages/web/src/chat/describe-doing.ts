import type { Doing } from '@antiphon/core/chat'
import { oneLine } from '@antiphon/core/ui'
import type { ChatTexts } from '../language/chat-texts.ts'

/** What the agent does, in words. */
export function describeDoing(doing: Doing, texts: ChatTexts): string {
  switch (doing.kind) {
    case 'summary':
      return oneLine(doing.words, MAX_WORDS)
    case 'tool':
      return texts.toolRuns(oneLine(doing.name, MAX_NAME), doing.seconds)
    case 'search':
      return doing.found === null
        ? texts.searching(oneLine(doing.query, MAX_NAME))
        : texts.searchFound(doing.found, oneLine(doing.query, MAX_NAME))
  }
}

const MAX_WORDS = 160
const MAX_NAME = 100
