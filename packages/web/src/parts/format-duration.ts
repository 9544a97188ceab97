import { formatSpan } from '@antiphon/core/ui'
import { pageLanguage } from './page-language.ts'

/** How long something took, for a person: `350 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number, language: string = pageLanguage()): string {
  return formatSpan(milliseconds, { language })
}

/** How long something takes by now, in whole seconds of at least one, without the units of which there are none: `4 s`, `3 min`. */
export function formatRunning(milliseconds: number, language: string = pageLanguage()): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return formatSpan(Math.max(1, seconds) * 1000, { language, isShort: true })
}
