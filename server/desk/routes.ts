import type { WorkHandlers } from '#server/staff/bind-desk.ts';
import { answerPoint } from './answer-point.ts';
import { askCustomer, resumeWork } from './ask-customer.ts';
import { answerCustomer, closeThread, undoAnswer } from './answer-customer.ts';
import { assignLines, giveBackLine, listWriters, startLines, takeLine } from './assign-lines.ts';
import {
  addCustomerNote,
  adjustCustomer,
  eraseCustomer,
  exportCustomer,
  lockCustomer,
  logOutCustomer,
} from './change-customer.ts';
import { addOrderNote, cancelDeskOrder } from './change-order.ts';
import { checkLine } from './check-line.ts';
import { deliver, undoDelivery } from './deliver-draft.ts';
import type { DeskDeps } from './desk-deps.ts';
import { listCustomers } from './find-customers.ts';
import { listDeskOrders } from './find-desk-orders.ts';
import { listLines } from './find-lines.ts';
import { handBack, handIn } from './hand-in.ts';
import { beginUpload, sendPart } from '#server/files/uploads.ts';
import { addDraftFiles, removeDeskFile, showDeskFile } from './line-files.ts';
import { addNote, removeNote } from './notes.ts';
import { pulse } from './pulse.ts';
import { saveDraft } from './save-draft.ts';
import { search } from './search.ts';
import { showCustomer, showStatement } from './show-customer.ts';
import { showDeskOrder } from './show-desk-order.ts';
import { showLine } from './show-line.ts';
import { showThread } from './show-thread.ts';
import { findNext, showToday } from './show-today.ts';
import { showVersion } from './show-version.ts';

/** The desk's calls about work, its files, orders, customers and messages. */
export function workRoutes(deps: DeskDeps): WorkHandlers {
  return {
    listLines: ({ caller, query }) => listLines(deps, caller, query),
    showLine: ({ caller, params }) => showLine(deps, caller, params),
    showVersion: ({ caller, params }) => showVersion(deps, caller, params),
    takeLine: ({ caller, params }) => takeLine(deps, caller, params),
    giveBackLine: ({ caller, params }) => giveBackLine(deps, caller, params),
    listWriters: () => listWriters(deps),
    assignLines: ({ caller, body }) => assignLines(deps, caller, body),
    startLines: ({ caller, body }) => startLines(deps, caller, body),
    saveDraft: ({ caller, params, body }) => saveDraft(deps, caller, params, body),
    checkWork: ({ caller, params, body }) => checkLine(deps, caller, params, body),
    handIn: ({ caller, params, body }) => handIn(deps, caller, params, body),
    handBack: ({ caller, params, body }) => handBack(deps, caller, params, body),
    askCustomer: ({ caller, params, body }) => askCustomer(deps, caller, params, body),
    resumeWork: ({ caller, params, body }) => resumeWork(deps, caller, params, body),
    answerPoint: ({ caller, params, body }) => answerPoint(deps, caller, params, body),
    deliver: ({ caller, params, body }) => deliver(deps, caller, params, body),
    undoDelivery: ({ caller, params }) => undoDelivery(deps, caller, params),
    beginDeskUpload: ({ caller: { staffId }, body }) => beginUpload(deps.files, { staffId }, body),
    sendDeskPart: ({ caller: { staffId }, params, query, body }) =>
      sendPart(deps.files, { staffId }, { ...params, ...query, content: body }),
    showDeskFile: ({ caller, params }) => showDeskFile(deps, caller, params.fileId),
    removeDeskFile: ({ caller, params }) => removeDeskFile(deps, caller, params.fileId),
    addDraftFiles: ({ caller, params, body }) => addDraftFiles(deps, caller, params, body),
    addNote: ({ caller, params, body }) => addNote(deps, caller, params, body),
    removeNote: ({ caller, params }) => removeNote(deps, caller, params.id),
    showToday: ({ caller, query }) => showToday(deps, caller, query),
    next: ({ caller }) => findNext(deps, caller),
    search: ({ caller, query }) => search(deps, caller, query),
    pulse: ({ caller, body }) => pulse(deps, caller, body),
    listDeskOrders: ({ caller, query }) => listDeskOrders(deps, caller, query),
    showDeskOrder: ({ caller, params }) => showDeskOrder(deps, caller, params),
    cancelDeskOrder: ({ caller, params, body }) => cancelDeskOrder(deps, caller, params, body),
    addOrderNote: ({ caller, params, body }) => addOrderNote(deps, caller, params, body),
    showThread: ({ caller, params, query }) => showThread(deps, caller, params, query),
    answerCustomer: ({ caller, params, body }) => answerCustomer(deps, caller, params, body),
    undoAnswer: ({ caller, params }) => undoAnswer(deps, caller, params),
    closeThread: ({ caller, params, body }) => closeThread(deps, caller, params, body),
    listCustomers: ({ query }) => listCustomers(deps, query),
    showCustomer: ({ caller, params }) => showCustomer(deps, caller, params),
    showStatement: ({ params, query }) => showStatement(deps, params, query),
    addCustomerNote: ({ caller, params, body }) => addCustomerNote(deps, caller, params, body),
    adjustCustomer: ({ caller, params, body }) => adjustCustomer(deps, caller, params, body),
    lockCustomer: ({ caller, params, body }) => lockCustomer(deps, caller, { ...params, locked: true }, body),
    unlockCustomer: ({ caller, params, body }) =>
      lockCustomer(deps, caller, { ...params, locked: false }, body),
    logOutCustomer: ({ caller, params, body }) => logOutCustomer(deps, caller, params, body),
    exportCustomer: ({ caller, params }) => exportCustomer(deps, caller, params),
    eraseCustomer: ({ caller, params, body }) => eraseCustomer(deps, caller, params, body),
  };
}
