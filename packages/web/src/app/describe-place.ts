import { oneLine, stripControl } from '@antiphon/core/ui'
import type { SessionRow } from '@antiphon/server/protocol'
import type { Texts } from '../language/texts.ts'
import type { Route } from '../page/route.ts'
import { titleOf } from '../parts/title-of.ts'

/** What a place is called in the window's title; empty for the home. */
export function describePlace(route: Route, row: SessionRow | undefined, texts: Texts): string {
  const session = row && (clean(titleOf(row)) || texts.untitled)
  switch (route.kind) {
    case 'home':
    case 'sessions':
      return ''
    case 'session':
      return session ?? texts.session
    case 'search':
      return [clean(route.query), texts.search].filter(Boolean).join(' – ')
    case 'chat':
      return texts.chat.newTitle
    case 'share':
      return [session, texts.share.title].filter(Boolean).join(' – ')
    case 'replay':
      return [session, texts.share.replay].filter(Boolean).join(' – ')
    case 'compare':
      return texts.share.compare
    case 'settings':
      return texts.shell.settings
    case 'usage':
      return [session, texts.shell.usage].filter(Boolean).join(' – ')
    case 'doctor':
      return [session, texts.doctor.title].filter(Boolean).join(' – ')
  }
}

function clean(text: string): string {
  return oneLine(stripControl(text), 100)
}
