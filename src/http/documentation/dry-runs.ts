import { DryRunResponse } from '../../contract/dry-run.ts'

/** As a second schema of plain JSON, dry runs would oblige every typed client to check which of the two it got. */
const DRY_RUN_TYPE = 'application/json; profile=dry-run'

/** The headers of the response to a dry run. */
export const DRY_RUN_HEADERS = { 'Content-Type': DRY_RUN_TYPE }

/** The content of a dry run in the description of a route. */
export const dryRunContent = { [DRY_RUN_TYPE]: { schema: DryRunResponse } } as const
