import { type InstalledPackage, installPackage } from '../install-package.ts'

/** The official Agent SDK, without its optional executable of 365 MB. */
export function installSdk(): Promise<InstalledPackage> {
  return installPackage('@anthropic-ai/claude-agent-sdk', '0.3.325')
}
