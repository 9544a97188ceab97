import type { PatternByte } from './byte-pattern.ts'

/** A test of a byte so far behind a place. */
export type ByteTest = PatternByte & { readonly offset: number }

/**
 * A WebAssembly module with `memory` and `find(at, end)`: the first place from `at` on, and before `end`, at which all
 * tests of one of the lists pass, or -1. Each step tests sixteen places by vectors.
 */
export function assembleFinder(patterns: readonly (readonly ByteTest[])[]): Uint8Array {
  const constants = [...new Set(patterns.flat().flatMap(({ value, loose }) => [value, loose]))]
  const constant = (byte: number): Code => getLocal(FIRST_CONSTANT + constants.indexOf(byte))
  const testByte = ({ offset, value, loose }: ByteTest): Code => [
    ...getLocal(AT),
    ...vector(LOAD, ALIGNED_TO_BYTES, ...unsigned(offset)),
    ...(loose === 0 ? [] : [...constant(loose), ...vector(OR)]),
    ...constant(value),
    ...vector(EQUAL_BYTES),
  ]
  const testPattern = (tests: readonly ByteTest[]): Code => joinBy(AND, tests.map(testByte))
  const body: Code = [
    ...constants.flatMap((byte, index) => [
      ...vector(CONSTANT, ...Array<number>(VECTOR_BYTES).fill(byte)),
      ...setLocal(FIRST_CONSTANT + index),
    ]),
    ...[BLOCK, NO_RESULT, LOOP, NO_RESULT],
    ...[...getLocal(AT), ...getLocal(END), GREATER_OR_EQUAL, BRANCH_IF, 1],
    ...[...joinBy(OR, patterns.map(testPattern)), ...vector(BITS_OF_BYTES), ...teeLocal(FOUND)],
    ...[IF, NO_RESULT],
    // What stands behind the end is no place.
    ...[...getLocal(AT), ...getLocal(FOUND), TRAILING_ZEROS, ADD, ...teeLocal(AT)],
    ...[...getLocal(END), LESS, IF, NO_RESULT, ...getLocal(AT), RETURN, END_OF_CODE],
    ...[NUMBER, MINUS_ONE, RETURN],
    END_OF_CODE,
    ...[...getLocal(AT), NUMBER, VECTOR_BYTES, ADD, ...setLocal(AT), BRANCH, 0],
    ...[END_OF_CODE, END_OF_CODE, NUMBER, MINUS_ONE, END_OF_CODE],
  ]
  const locals = [
    ...list([
      [...unsigned(1), I32],
      [...unsigned(constants.length), V128],
    ]),
  ]
  return Uint8Array.from([
    ...[...Buffer.from('\0asm'), 1, 0, 0, 0],
    ...section(TYPES, [[FUNCTION_TYPE, ...list([[I32], [I32]]), ...list([[I32]])]]),
    ...section(FUNCTIONS, [[0]]),
    ...section(MEMORIES, [[WITHOUT_MAXIMUM, ...unsigned(FIRST_PAGES)]]),
    ...section(EXPORTS, [
      [...name('find'), EXPORTED_FUNCTION, 0],
      [...name('memory'), EXPORTED_MEMORY, 0],
    ]),
    ...section(CODE, [[...unsigned(locals.length + body.length), ...locals, ...body]]),
  ])
}

type Code = readonly number[]

/** Room for a batch of lines. */
const FIRST_PAGES = 5
const VECTOR_BYTES = 16

// The function's parameters and variables, by their numbers.
const AT = 0
const END = 1
const FOUND = 2
const FIRST_CONSTANT = 3

function joinBy(operation: number, parts: readonly Code[]): Code {
  return parts.flatMap((part, index) => (index === 0 ? part : [...part, ...vector(operation)]))
}

function getLocal(index: number): Code {
  return [0x20, ...unsigned(index)]
}

function setLocal(index: number): Code {
  return [0x21, ...unsigned(index)]
}

function teeLocal(index: number): Code {
  return [0x22, ...unsigned(index)]
}

/** An instruction of vectors with what it is given. */
function vector(operation: number, ...rest: readonly number[]): Code {
  return [0xfd, ...unsigned(operation), ...rest]
}

function section(id: number, items: readonly Code[]): Code {
  const content = list(items)
  return [id, ...unsigned(content.length), ...content]
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()]
}

function name(text: string): Code {
  return list([...Buffer.from(text)].map(byte => [byte]))
}

/** LEB128: seven bits a byte, the lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

// The binary format of WebAssembly 2.0: sections, types, instructions.
const TYPES = 1
const FUNCTIONS = 3
const MEMORIES = 5
const EXPORTS = 7
const CODE = 10
const FUNCTION_TYPE = 0x60
const I32 = 0x7f
const V128 = 0x7b
const WITHOUT_MAXIMUM = 0
const EXPORTED_FUNCTION = 0
const EXPORTED_MEMORY = 2
const BLOCK = 0x02
const LOOP = 0x03
const IF = 0x04
const NO_RESULT = 0x40
const END_OF_CODE = 0x0b
const BRANCH = 0x0c
const BRANCH_IF = 0x0d
const RETURN = 0x0f
const NUMBER = 0x41
/** In its signed form. */
const MINUS_ONE = 0x7f
const LESS = 0x48
const GREATER_OR_EQUAL = 0x4e
const TRAILING_ZEROS = 0x68
const ADD = 0x6a
const ALIGNED_TO_BYTES = 0
const LOAD = 0
const CONSTANT = 12
const EQUAL_BYTES = 35
const AND = 78
const OR = 80
const BITS_OF_BYTES = 100
