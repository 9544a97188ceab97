import { cacheMarkerCases } from './cache-marker-cases.ts'
import { emptyCases } from './empty-cases.ts'
import { envelopeCases } from './envelope-cases.ts'
import { mediaCases } from './media-cases.ts'
import { roleCases } from './role-cases.ts'
import type { RuleCase } from './rule-case.ts'
import { serverToolCases } from './server-tool-cases.ts'
import { systemMessageCases } from './system-message-cases.ts'
import { thinkingCases } from './thinking-cases.ts'
import { toolBlockCases } from './tool-block-cases.ts'
import { toolPairingCases } from './tool-pairing-cases.ts'

/** For every rule about the message history, requests that break it and their neighbours that do not. */
export const historyCases: readonly RuleCase[] = [
  ...envelopeCases,
  ...roleCases,
  ...emptyCases,
  ...toolPairingCases,
  ...toolBlockCases,
  ...serverToolCases,
  ...systemMessageCases,
  ...thinkingCases,
  ...cacheMarkerCases,
  ...mediaCases,
]
