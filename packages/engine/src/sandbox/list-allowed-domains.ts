import type { PermissionState } from '../permissions/permission.ts'
import { compileRules, selectRules } from '../permissions/rule-set.ts'
import type { SandboxSettings } from './sandbox-settings.ts'

/** The hosts that commands inside may reach: those of the settings, and those from which pages may be fetched unasked. */
export function listAllowedDomains({ network }: SandboxSettings, state: PermissionState): readonly string[] {
  const fetched = selectRules(compileRules(state), 'allow', ['WebFetch']).flatMap(({ content }) =>
    content?.startsWith('domain:') ? [content.slice('domain:'.length).trim()] : [],
  )
  return [...new Set([...network.allowedDomains, ...fetched])]
}
