import { type AskModel, type Brief, ModelFailure, type ShownReply } from '../../src/engine/index.ts'
import { certainGroups } from '../../src/engine/reader/read-groups.ts'
import { relationOn } from '../../src/engine/reading/relate.ts'
import type { Recording as Recorded } from '../../src/evaluation/recorded/recording.ts'
import { FREE } from '../../src/evaluation/recorded/replay.ts'
import { chance, pick } from '../simulated/chance.ts'
import type { Groups } from './recordings.ts'

/** How a simulated reader groups some models; null if it is unavailable. */
export type SimulatedReader = (models: string[]) => Groups | null

/** The model port of a recording in which this reader groups the answers. */
export function readBy(reader: SimulatedReader, { replies }: Recorded, asked: AskModel): AskModel {
  const modelsBehind = (shown: ShownReply[]) => {
    const left = [...replies]
    return shown.map((one) => {
      const place = left.findIndex(([, { text }]) => text?.trimEnd() === one.text)
      return left.splice(place, 1)[0]![0]
    })
  }
  const read = (brief: Brief): string => {
    if (brief.phase !== 'reading' || brief.task !== 'group-answers')
      throw new Error(`No recording of ${brief.phase}.`)
    const models = modelsBehind(brief.replies)
    const grouping = reader(models)
    if (grouping === null) throw new ModelFailure('unavailable', 'Nobody reads.')
    const labelOf = (model: string) => brief.replies[models.indexOf(model)]!.label
    return JSON.stringify({
      answers: [],
      groups: grouping.groups.map((group) => group.map(labelOf)),
      compatible: grouping.compatible,
    })
  }
  return async (call) =>
    call.brief.phase === 'exposition' ? asked(call) : { text: read(call.brief), ...FREE }
}

/** Nobody reads: the engine groups by certainty alone. */
export const nobody: SimulatedReader = () => null

/** Reads as it is labelled; a model without a label stands alone. */
export function byLabels({ groups, compatible }: Groups): SimulatedReader {
  return (models) => {
    const among = groups.map((group) => group.filter((model) => models.includes(model)))
    const places = among.map((group, place) =>
      group.length === 0 ? 0 : among.slice(0, place + 1).filter((one) => one.length > 0).length,
    )
    const unlabelled = models.filter((model) => !groups.flat().includes(model))
    return {
      groups: [...among.filter((group) => group.length > 0), ...unlabelled.map((model) => [model])],
      compatible: compatible
        .map((pair) => pair.map((group) => places[group - 1]!))
        .filter((pair) => pair.every((place) => place > 0)),
    }
  }
}

/** Reads what is certain, which is all that is known of answers without labels. */
export function byCertainty({ query, replies }: Recorded): SimulatedReader {
  const relate = relationOn(query)
  return (models) => {
    const groups = certainGroups(
      models.map((model) => replies.get(model)?.answer ?? null),
      relate,
    )
    return { groups: groups.map((places) => places.map((place) => models[place]!)), compatible: [] }
  }
}

/** Errs in a share of the panels, drawn by the seed: it takes one model out of a group, or merges two groups. */
export function erring(reader: SimulatedReader, rate: number, seed: string): SimulatedReader {
  return (models) => {
    const read = reader(models)
    if (read === null || chance(seed, 'errs') >= rate) return read
    const { groups } = read
    const large = groups.filter((group) => group.length > 1)
    const merges = large.length === 0 || (groups.length > 1 && chance(seed, 'merges') < 0.5)
    if (!merges) {
      const torn = pick(large, seed, 'group')
      const left = pick(torn, seed, 'model')
      return {
        groups: [...groups.map((group) => group.filter((model) => model !== left)), [left]],
        compatible: [],
      }
    }
    const one = pick(groups, seed, 'one')
    const others = groups.filter((group) => group !== one)
    if (others.length === 0) return read
    const other = pick(others, seed, 'other')
    return { groups: [[...one, ...other], ...others.filter((group) => group !== other)], compatible: [] }
  }
}

/** Finds that everybody says the same. */
export const mergesAll: SimulatedReader = (models) => ({ groups: [models], compatible: [] })
