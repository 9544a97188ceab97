import type { PersonSettings } from '@antiphon/host/settings'

export type { SettingsReport, Sweep } from '@antiphon/host'
export { DEFAULT_SETTINGS, type PersonSettings } from '@antiphon/host/settings'

/** Only what is named changes. */
export type SettingsChange = { readonly changes: Partial<PersonSettings> }
