import { readSessionChanges } from '../changes/read-session-changes.ts'
import { judgeLog } from '../doctor/judge-log.ts'
import { mendLog } from '../doctor/mend-log.ts'
import { reportLog } from '../doctor/report-log.ts'
import { readHomeReport } from '../home/read-home-report.ts'
import { readOutcome } from '../home/read-outcome.ts'
import { toJson } from '../json/json.ts'
import { listAgentLogs } from '../logs/list-agents.ts'
import { encodeLogId } from '../logs/log-id.ts'
import { formatModelView } from '../model-view/format-model-view.ts'
import { readModelView } from '../model-view/read-model-view.ts'
import { readToolTrace } from '../model-view/read-tool-trace.ts'
import { countBytes } from '../numbers/count-bytes.ts'
import { readBreakReport } from '../numbers/read-break-report.ts'
import { readContextReport } from '../numbers/read-context-report.ts'
import { readNumbersReport } from '../numbers/read-numbers-report.ts'
import { readReferencesReport } from '../numbers/read-references-report.ts'
import { readSessionCosts } from '../numbers/read-session-costs.ts'
import { createUsageSource } from '../numbers/usage-source.ts'
import { indexLogs } from '../search/index-logs.ts'
import { countLogs } from '../sessions/count-logs.ts'
import { readComparison, readToldSession } from '../share/read-told-session.ts'
import { previewShare, writeShare } from '../share/share-session.ts'
import type { JobOptions, JobTable } from './jobs.ts'

/** How each job is done, wherever that is. */
export function createJobTable({ roots, cacheFolder }: JobOptions): JobTable {
  const usage = createUsageSource({ roots, cacheFolder })
  return {
    judge: judgeLog,
    report: async log => toJson(await reportLog(log)),
    mend: ({ path, fingerprint }) => mendLog(path, { fingerprint, now: new Date() }),
    async modelView({ log, place, before, wish }, { signal }) {
      const view = await readModelView(log, { place, wish }, signal)
      return view && formatModelView(view, { log: encodeLogId(log), before })
    },
    async modelRequest({ log, place, wish }, { signal }) {
      const view = await readModelView(log, { place, wish }, signal)
      return view && toJson(view.request)
    },
    async trace({ log, tool }, { signal }) {
      const trace = await readToolTrace(log.path, tool, signal)
      return trace && toJson(trace)
    },
    context: (log, { signal, onProgress }) =>
      readContextReport(log, { signal, onBytes: countBytes([log], onProgress) }),
    breaks: ({ log, agents }, { signal, onProgress }) =>
      readBreakReport(log, { agents, signal, onBytes: countBytes([log, ...agents], onProgress) }),
    changes: ({ log, agents }, { signal }) => readSessionChanges(log, { agents, signal }),
    numbers: (question, events) => readNumbersReport(question, { roots, usage, ...events }),
    references: (question, { signal }) => readReferencesReport(question, { roots, signal }),
    sharePreview: async (path, { signal }) => toJson(await previewShare(path, signal)),
    share: (question, { signal }) => writeShare(question, signal),
    told: async (question, { signal }) => toJson(await readToldSession(question, { signal, roots })),
    compare: async (question, { signal }) => toJson(await readComparison(question, { signal, roots })),
    home: (question, events) => readHomeReport(question, { roots, usage, ...events }),
    outcome: async (log, { signal }) => readOutcome(log, { agents: await listAgentLogs(log, roots), signal }),
    count: (paths, { signal }) => countLogs(paths, signal),
    costs: ({ projects }, events) => readSessionCosts({ projects, roots, usage, ...events }),
    index: (damaged, { signal }) => indexLogs(damaged, { roots, cacheFolder, signal }),
  }
}
