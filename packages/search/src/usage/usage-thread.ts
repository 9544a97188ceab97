// Reads files beside the thread that started it: the program of a worker thread.
import { serveJobs } from '../threads.ts'
import { readUsage, type UsageEvent, type UsageJob } from './read-file-usage.ts'

serveJobs<UsageJob, UsageEvent>((job, tell, signal) => {
  let count = 0
  // What dies with the thread is read again elsewhere: only a file that was read whole counts.
  const tellWhole = (event: UsageEvent): void => {
    if (event.kind === 'bytes') count += event.count
    else for (const told of [{ kind: 'bytes', count } as const, event]) tell(told)
  }
  return readUsage(job, tellWhole, signal)
})
