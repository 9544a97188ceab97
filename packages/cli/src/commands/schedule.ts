import { ProgramError } from '@antiphon/host'
import type { Command } from 'commander'
import {
  type CommandContext,
  type OutputFlags,
  parsePositive,
  printResult,
  rootsOf,
} from '../command-context.ts'
import { readTaskTime, type TimeWish } from '../schedule/read-task-time.ts'
import {
  addScheduledTask,
  cancelScheduledTask,
  findSchedulePlace,
  formatSchedule,
  formatScheduled,
  listScheduledTasks,
} from '../schedule/scheduled-tasks.ts'

type AddOptions = TimeWish & OutputFlags

/** `antiphon schedule`: prompts that are said in a session at their times. */
export function addScheduleCommand(program: Command, { io }: CommandContext): void {
  const schedule = program
    .command('schedule')
    .summary('prompts that are said in a session at their times')
    .description(
      'Keeps prompts that are to be said in a session at a time or again and again. They are said while a program ' +
        'runs the session, in the window or over stream-json, as soon as the agent is idle; what was missed meanwhile ' +
        'is made up for once.',
    )
    .addHelpText('after', EXAMPLES)
  schedule
    .command('add')
    .summary('schedule a prompt')
    .description('Schedules a prompt in a session, at one of: --at, --every, --cron.')
    .argument('<session>', 'a session id or its beginning (see `antiphon ls`)')
    .argument('<prompt...>', 'what is said')
    .option('--at <time>', 'once: 14:30, 2026-12-24T18:00, +45m')
    .option('--every <minutes>', 'again and again, so many minutes apart', parsePositive)
    .option('--cron <expression>', 'whenever minute hour day month weekday fit, in local time')
    .option('--json', 'print the task as JSON')
    .action(async (argument: string, words: readonly string[], options: AddOptions) => {
      const time = readTaskTime(options, Date.now())
      const place = await findSchedulePlace(argument, io)
      const state = await addScheduledTask(place, { prompt: words.join(' '), time })
      await printResult(io, options, {
        value: { ...state, session: place.key.session },
        format: () => formatScheduled(state),
      })
    })
  schedule
    .command('list')
    .summary('what is scheduled')
    .description('Lists what is still to be said, the next first; in one session, or in all.')
    .argument('[session]', 'a session id or its beginning')
    .option('--json', 'print an array of JSON objects')
    .action(async (argument: string | undefined, options: OutputFlags) => {
      const places = argument === undefined ? null : [await findSchedulePlace(argument, io)]
      const tasks = await listScheduledTasks((await rootsOf(io)).roots, places)
      await printResult(io, options, { value: tasks, format: () => formatSchedule(tasks, Date.now()) })
    })
  schedule
    .command('cancel')
    .summary('call a scheduled prompt off')
    .argument('<id>', 'as `antiphon schedule list` gives it')
    .option('--json', 'print what was called off as JSON')
    .action(async (id: string, options: OutputFlags) => {
      const cancelled = await cancelScheduledTask((await rootsOf(io)).roots, id)
      if (!cancelled)
        throw new ProgramError(
          'wrong-use',
          `There is no scheduled prompt ${id}. See \`antiphon schedule list\`.`,
        )
      await printResult(io, options, { value: cancelled, format: () => [`Called off ${id}.`] })
    })
}

const EXAMPLES = `
Examples:
  antiphon schedule add 350d4477 --every 30 "is the build green?"
  antiphon schedule add 350d4477 --at 18:00 "sum up what you did today"
  antiphon schedule add 350d4477 --cron "0 9 * * 1-5" "look at the new issues"
  antiphon schedule list
  antiphon schedule cancel 9f2c1a7e`
