import { DEFAULT_SETTINGS, type PersonSettings, type SettingsReport } from '@antiphon/server/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Context, createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { Client } from '../client/client.ts'
import { readRefusal } from '../client/failure.ts'
import { type KeptSettings, keepSettings, readKeptSettings, toSettings } from './kept-settings.ts'

/** What the person chose for every window, and how to choose otherwise. */
export type PageSettings = {
  readonly settings: PersonSettings
  /** The file and what is wrong with it; null until the server told. */
  readonly report: SettingsReport | null
  /** Holds here at once; then in the file, and in every other window. */
  readonly change: (changes: Partial<PersonSettings>) => void
  /** Why the last change holds in this browser only; empty where it does not. */
  readonly refusal: string
}

export const PageSettingsValue: Context<PageSettings> = createContext<PageSettings>({
  settings: DEFAULT_SETTINGS,
  report: null,
  change: () => undefined,
  refusal: '',
})

/** The settings of the page that a part stands in. */
export function useSettings(): PageSettings {
  return useContext(PageSettingsValue)
}

/** Where the feed of changes puts settings that it tells. */
export const SETTINGS_KEY: readonly string[] = ['settings']

/** The settings over a client: what the browser remembers at first, then what the server says. */
export function useSettingsSource(client: Client): PageSettings {
  const [kept, setKept] = useState(readKeptSettings)
  const [refusal, setRefusal] = useState('')
  const queries = useQueryClient()
  const { data: report } = useQuery<SettingsReport>({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => client.get('settings', {}, signal),
  })

  const put = useCallback((next: (kept: KeptSettings) => KeptSettings) => {
    setKept(before => {
      const after = next(before)
      keepSettings(after)
      return after
    })
  }, [])

  const send = useCallback(
    async (changes: Partial<PersonSettings>): Promise<void> => {
      try {
        queries.setQueryData(SETTINGS_KEY, await client.post('settings/change', { changes }))
        put(({ known, own }) => ({ known: { ...known, ...changes }, own: without(own, changes) }))
        setRefusal('')
      } catch (error) {
        setRefusal(readRefusal(error))
      }
    },
    [client, queries, put],
  )

  const change = useCallback(
    (changes: Partial<PersonSettings>) => {
      put(({ known, own }) => ({ known, own: { ...own, ...changes } }))
      void send(changes)
    },
    [put, send],
  )

  useEffect(() => {
    if (report) put(({ own }) => ({ known: report.settings, own }))
  }, [report, put])

  // What an earlier visit could not keep is tried once more.
  const isTried = useRef(false)
  useEffect(() => {
    if (!report || isTried.current) return
    isTried.current = true
    if (Object.keys(kept.own).length > 0) void send(kept.own)
  }, [report, kept.own, send])

  return { settings: toSettings(kept), report: report ?? null, change, refusal }
}

/** What is still chosen here alone: a later choice of the same setting stays. */
function without(own: Partial<PersonSettings>, kept: Partial<PersonSettings>): Partial<PersonSettings> {
  const values: Readonly<Record<string, unknown>> = kept
  return Object.fromEntries(Object.entries(own).filter(([name, value]) => values[name] !== value))
}
