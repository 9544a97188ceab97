import type { PersonSettings } from '@antiphon/host'

export type { PersonSettings, SettingsReport } from '@antiphon/host'

/** Only what is named changes. */
export type SettingsChange = { readonly changes: Partial<PersonSettings> }
