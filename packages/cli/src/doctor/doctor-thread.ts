// Looks at files beside the thread that started it: the program of a worker thread.
import { serveJobs } from '@antiphon/search'
import { type LookOutcome, tellLook } from './examine-files.ts'

serveJobs<string, LookOutcome>((path, tell, signal = new AbortController().signal) =>
  tellLook(path, { stdin: process.stdin, signal }, tell),
)
