import type { SessionChange } from '../protocol/log-protocol.ts'
import type { SettingsReport } from '../protocol/settings-protocol.ts'
import type { Caller } from './caller.ts'

/** What happened, as far as it is for whoever listens; null where nothing of it is. */
export function showChange(change: SessionChange, caller: Caller): SessionChange | null {
  const { reach } = caller
  switch (change.kind) {
    case 'changed':
      return reach.hasId(change.row.id) ? change : null
    case 'gone':
      return reach.hasId(change.id) ? change : null
    case 'agents':
      return { ...change, agents: change.agents.filter(({ session }) => reach.hasId(session)) }
    case 'settings':
      return { ...change, report: showSettings(change.report, caller) }
    case 'store':
      // How much there is of others is not for somebody who sees a part.
      return reach.projects === null
        ? change
        : { ...change, store: { ...change.store, sessions: 0, waiting: 0, leftOut: 0 } }
  }
}

/** Where the owner keeps things, and what is wrong with their file, is for the owner. */
export function showSettings(report: SettingsReport, { role }: Caller): SettingsReport {
  if (role === 'owner') return report
  return { settings: { ...report.settings, folders: [] }, file: null, problems: [] }
}
