import type { PersonSettings } from '@antiphon/server/protocol'

/** The settings of somebody who chose nothing, and of a page that nobody has answered yet. The server's are the same. */
export const DEFAULT_SETTINGS: PersonSettings = {
  theme: 'system',
  language: 'system',
  density: 'comfortable',
  readingSize: 15,
  textFont: '',
  codeFont: '',
  openToolCalls: 'failed',
  keys: {},
  agent: 'claude-code',
  model: '',
  permissionMode: 'default',
  monthlyBudgetUsd: null,
  budgetAlertPercent: 80,
  showPlanLimits: true,
  notifyWaiting: true,
  notifyDone: true,
  sound: false,
  folders: [],
  hideOneOff: false,
  trashDays: 30,
}
