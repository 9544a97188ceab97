import { DEFAULT_SETTINGS, type PersonSettings } from '@antiphon/server/protocol'
import { dropChoice, keepChoice, readChoice } from '../browser/stored-choice.ts'

/** What this browser remembers of the settings, so that the first picture is already right. */
export type KeptSettings = {
  /** As the server told them last. */
  readonly known: PersonSettings
  /** What was chosen here and could not be kept there: in a window that only reads, or while nobody answers. */
  readonly own: Partial<PersonSettings>
}

/** What was remembered; choices that earlier versions kept in the browser count as chosen here. */
export function readKeptSettings(): KeptSettings {
  const kept = parse(readChoice('settings'))
  const theme = readChoice('theme')
  const language = readChoice('language')
  const known = { ...DEFAULT_SETTINGS, ...pick(kept.known) }
  return {
    known,
    own: {
      ...pick({ ...(theme !== null && { theme }), ...(language !== null && { language }) }),
      ...pick(kept.own),
    },
  }
}

export function keepSettings(kept: KeptSettings): void {
  keepChoice('settings', JSON.stringify(kept))
  for (const name of ['theme', 'language']) dropChoice(name)
}

/** The settings as they hold in this browser. */
export function toSettings({ known, own }: KeptSettings): PersonSettings {
  return { ...known, ...own }
}

function parse(text: string | null): { readonly known?: unknown; readonly own?: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Those fields that are settings, with values of their kind; an old page may have kept others. */
function pick(value: unknown): Partial<PersonSettings> {
  if (typeof value !== 'object' || value === null) return {}
  const usual: Readonly<Record<string, unknown>> = DEFAULT_SETTINGS
  // Each is of the kind of the usual value.
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, told]) =>
        Object.hasOwn(usual, name) && (usual[name] === null || typeof told === typeof usual[name]),
    ),
  )
}
