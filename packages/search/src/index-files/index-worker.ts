// Indexes what it is sent: the program of a worker thread.
import { serveJobs } from '../threads.ts'
import { runJob } from './run-job.ts'

serveJobs(runJob)
