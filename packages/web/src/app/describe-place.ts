import { oneLine, stripControl } from '@antiphon/core/ui'
import type { SessionRow } from '@antiphon/server/protocol'
import type { Texts } from '../language/texts.ts'
import type { Route } from '../page/route.ts'

/** What a place is called in the window's title; empty for the list of all sessions. */
export function describePlace(route: Route, row: SessionRow | undefined, texts: Texts): string {
  const session = row && (clean(row.title || row.firstPrompt || '') || texts.untitled)
  switch (route.kind) {
    case 'sessions':
      return ''
    case 'session':
      return session ?? texts.session
    case 'search':
      return [clean(route.query), texts.search].filter(Boolean).join(' – ')
    case 'chat':
      return texts.chat.newTitle
    case 'numbers':
    case 'doctor':
      return [session, texts[route.kind].title].filter(Boolean).join(' – ')
  }
}

function clean(text: string): string {
  return oneLine(stripControl(text), 100)
}
