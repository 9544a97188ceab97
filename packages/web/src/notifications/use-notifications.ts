import type { RunningAgent, SessionRow } from '@antiphon/server/protocol'
import { useEffect, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { goTo, parseRoute } from '../page/route.ts'
import { titleOf } from '../parts/title-of.ts'
import { type AgentNews, computeAgentNews } from './compute-agent-news.ts'
import { playTone } from './play-tone.ts'

export type NotificationsOptions = {
  readonly agents: ReadonlyMap<string, RunningAgent>
  readonly rows: ReadonlyMap<string, SessionRow>
  /** Whether the agents were told by now: those of the first time are no news. */
  readonly isReady: boolean
}

/** Tells whoever looks elsewhere that an agent waits or has ended, as the settings wish and the browser was allowed to. */
export function useNotifications({ agents, rows, isReady }: NotificationsOptions): void {
  const { settings } = useSettings()
  const { notices, untitled } = useTexts()
  const seen = useRef<NotificationsOptions['agents']>(undefined)
  const latestRows = useRef(rows)

  useEffect(() => {
    latestRows.current = rows
    if (!isReady) return
    const news = seen.current ? computeAgentNews(seen.current, agents) : []
    seen.current = agents
    const wanted = news.filter(
      one => (one.kind === 'waits' ? settings.notifyWaiting : settings.notifyDone) && !isInSight(one),
    )
    for (const { kind, session } of wanted) {
      const tell = (): void => {
        show({ title: notices[kind], body: nameOf(latestRows.current.get(session)) || untitled, session })
      }
      // A session that has only just begun comes into the list a little later, and its name later still.
      if (nameOf(rows.get(session)) !== '') tell()
      else setTimeout(tell, ROW_MS)
    }
    if (settings.sound && wanted.length > 0) playTone()
  }, [agents, rows, isReady, settings, notices, untitled])
}

const ROW_MS = 2000

function nameOf(row: SessionRow | undefined): string {
  return row ? titleOf(row) : ''
}

/** Nobody needs to be told what they look at. */
function isInSight({ session }: AgentNews): boolean {
  const route = parseRoute(location.hash)
  return document.hasFocus() && route.kind === 'session' && route.id === session
}

type Shown = { readonly title: string; readonly body: string; readonly session: string }

function show({ title, body, session }: Shown): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  try {
    // Several windows know of it: of one tag the system shows one.
    const notification = new Notification(title, { body, tag: `antiphon ${session}` })
    notification.onclick = () => {
      window.focus()
      goTo({ kind: 'session', id: session })
      notification.close()
    }
  } catch {
    // Phones take notifications from workers alone; the title says it there.
  }
}
