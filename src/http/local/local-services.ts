import type { RunCosts } from '../../consensus/budget/run-costs.ts'
import type { TaskEvents } from '../../tasks/task-ports.ts'
import type { TaskService } from '../../tasks/task-service.ts'
import type { ApiServices } from '../shared/api-services.ts'

export interface LocalServices extends ApiServices {
  tasks: TaskService
  costs: RunCosts
  events: TaskEvents
  /** The providers that a request may name. */
  providers: () => string[]
}
