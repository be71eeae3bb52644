import type { WorkHandlers } from '#server/staff/bind-desk.ts';
import { answerPoint } from './line/answer-point.ts';
import { approve, declineApproval, withdrawApproval } from './approvals/decide-approval.ts';
import { listApprovals, showApproval } from './approvals/show-approvals.ts';
import { askCustomer, resumeWork } from './line/ask-customer.ts';
import { answerCustomer, closeThread, undoAnswer } from './threads/answer-customer.ts';
import { listEarlierWork } from './line/earlier-work.ts';
import { moveDueDates } from './queue/move-due-dates.ts';
import { assignLines, giveBackLine, listWriters, startLines, takeLine } from './queue/assign-lines.ts';
import {
  addCustomerNote,
  adjustCustomer,
  eraseCustomer,
  exportCustomer,
  lockCustomer,
  logOutCustomer,
} from './customers/change-customer.ts';
import { addOrderNote, cancelDeskOrder } from './orders/change-order.ts';
import {
  addTicketNote,
  assignTicket,
  giveBackTicket,
  linkTicket,
  listAnswerers,
  markSpam,
  reopenTicket,
  snoozeTicket,
  takeTicket,
} from './threads/change-ticket.ts';
import { checkLine } from './line/check-line.ts';
import { deliver, undoDelivery } from './line/deliver-draft.ts';
import type { DeskDeps } from './desk-deps.ts';
import { listHolidays, setHoliday } from './calendar/set-holiday.ts';
import { showIdle } from '#server/books/idle-balances.ts';
import { showRollForward } from '#server/books/roll-forward.ts';
import { showTotals } from '#server/books/show-totals.ts';
import { listDays, showBooks, showDay } from '#server/books/show-books.ts';
import { numberAccounts, signDay } from '#server/books/sign-day.ts';
import { exportJournal } from '#server/books/write-journal.ts';
import { listCustomers } from './customers/find-customers.ts';
import { listDeskOrders } from './orders/find-desk-orders.ts';
import { listLines } from './queue/find-lines.ts';
import { listDeskTickets } from './threads/find-tickets.ts';
import { returnDraft, submitDraft } from './line/submit-draft.ts';
import { beginUpload, sendPart } from '#server/files/uploads.ts';
import { addDraftFiles, removeDeskFile, showDeskFile } from './line/line-files.ts';
import { answerDispute } from './money/answer-dispute.ts';
import { writeEvidence } from './money/write-evidence.ts';
import { listPayments } from './money/list-payments.ts';
import { listMoneyEntries } from './money/money-entries.ts';
import { exportReport } from './money/write-report.ts';
import { dismissEvent } from './money/dismiss-event.ts';
import { explainMovement } from './money/explain-movement.ts';
import { checkMoney, resendEmails, retryEvents, syncPayment } from './money/repair-money.ts';
import { showMoneyHealth } from './money/show-money-health.ts';
import { showPayouts } from './money/show-payouts.ts';
import { showPaymentTrail } from './money/show-payment-trail.ts';
import { showAnswers } from './reports/show-answers.ts';
import { showLoad } from './reports/show-load.ts';
import { showOnTime } from './reports/show-on-time.ts';
import { showMoneyReport } from '#server/books/show-money-report.ts';
import { setOpenLimit, setWorkMinutes } from '#server/staff/set-capacity.ts';
import { sendExampleEmail } from './emails/send-example.mail.ts';
import { listEmails, showEmail, showEmailPage } from './emails/show-emails.ts';
import { findNext } from './queue/find-next.ts';
import { addNote, removeNote } from './notes.ts';
import { listProducts, listProposals, makeProposal, withdrawProposal } from './threads/proposals.ts';
import { pulse } from './queue/pulse.ts';
import { refundDeskOrder, showRefundable } from './orders/refund-order.ts';
import { saveDraft } from './line/save-draft.ts';
import { addReply, changeReply, deleteReply, listReplies } from './threads/saved-replies.ts';
import { search } from './search.ts';
import { showCustomer, showStatement } from './customers/show-customer.ts';
import { showDeskOrder } from './orders/show-desk-order.ts';
import { showLine } from './line/show-line.ts';
import { showThread } from './threads/show-thread.ts';
import { showDeskTicket } from './threads/show-ticket.ts';
import { showToday } from './queue/show-today.ts';
import { listEarlierDrafts } from './line/earlier-drafts.ts';
import { showVersion } from './line/show-version.ts';

/** The handlers of the desk's calls, except those about staff and their sessions. */
export function workRoutes(deps: DeskDeps): WorkHandlers {
  return {
    listHolidays: () => listHolidays(deps),
    setHoliday: ({ caller, body }) => setHoliday(deps, caller, body),
    listLines: ({ caller, query }) => listLines(deps, caller, query),
    showLine: ({ caller, params }) => showLine(deps, caller, params),
    listEarlierDrafts: ({ caller, params }) => listEarlierDrafts(deps, caller, params),
    showVersion: ({ caller, params }) => showVersion(deps, caller, params),
    takeLine: ({ caller, params }) => takeLine(deps, caller, params),
    giveBackLine: ({ caller, params }) => giveBackLine(deps, caller, params),
    listWriters: () => listWriters(deps),
    listEarlierWork: ({ caller, params }) => listEarlierWork(deps, caller, params),
    moveDueDates: ({ caller, body }) => moveDueDates(deps, caller, body),
    assignLines: ({ caller, body }) => assignLines(deps, caller, body),
    startLines: ({ caller, body }) => startLines(deps, caller, body),
    saveDraft: ({ caller, params, body }) => saveDraft(deps, caller, params, body),
    checkWork: ({ caller, params, body }) => checkLine(deps, caller, params, body),
    handIn: ({ caller, params, body }) => submitDraft(deps, caller, params, body),
    handBack: ({ caller, params, body }) => returnDraft(deps, caller, params, body),
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
    next: ({ caller, body }) => findNext(deps, caller, body),
    search: ({ caller, query }) => search(deps, caller, query),
    pulse: ({ caller, body }) => pulse(deps, caller, body),
    listDeskOrders: ({ caller, query }) => listDeskOrders(deps, caller, query),
    showDeskOrder: ({ caller, params }) => showDeskOrder(deps, caller, params),
    cancelDeskOrder: ({ caller, params, body }) => cancelDeskOrder(deps, caller, params, body),
    showRefundable: ({ caller, params }) => showRefundable(deps, caller, params),
    refundDeskOrder: ({ caller, params, body }) => refundDeskOrder(deps, caller, params, body),
    addOrderNote: ({ caller, params, body }) => addOrderNote(deps, caller, params, body),
    showThread: ({ caller, params, query }) => showThread(deps, caller, params, query),
    answerCustomer: ({ caller, params, body }) => answerCustomer(deps, caller, params, body),
    undoAnswer: ({ caller, params, query }) => undoAnswer(deps, caller, params, query),
    closeThread: ({ caller, params, body }) => closeThread(deps, caller, params, body),
    listDeskTickets: ({ caller, query }) => listDeskTickets(deps, caller, query),
    showDeskTicket: ({ caller, params }) => showDeskTicket(deps, caller, params),
    takeTicket: ({ caller, params }) => takeTicket(deps, caller, params),
    giveBackTicket: ({ caller, params }) => giveBackTicket(deps, caller, params),
    reopenTicket: ({ caller, params }) => reopenTicket(deps, caller, params),
    addTicketNote: ({ caller, params, body }) => addTicketNote(deps, caller, params, body),
    listAnswerers: () => listAnswerers(deps),
    assignTicket: ({ caller, params, body }) => assignTicket(deps, caller, params, body),
    snoozeTicket: ({ caller, params, body }) => snoozeTicket(deps, caller, params, body),
    linkTicket: ({ caller, params, body }) => linkTicket(deps, caller, params, body),
    listReplies: () => listReplies(deps),
    addReply: ({ caller, body }) => addReply(deps, caller, body),
    changeReply: ({ caller, params, body }) => changeReply(deps, caller, params, body),
    deleteReply: ({ caller, params }) => deleteReply(deps, caller, params),
    listProducts: async () => listProducts(deps),
    listProposals: ({ params }) => listProposals(deps, params),
    makeProposal: ({ caller, params, body }) => makeProposal(deps, caller, params, body),
    withdrawProposal: ({ caller, params }) => withdrawProposal(deps, caller, params),
    markSpam: ({ caller, params, body }) => markSpam(deps, caller, params, body),
    listCustomers: ({ caller, query }) => listCustomers(deps, caller, query),
    showCustomer: ({ caller, params }) => showCustomer(deps, caller, params),
    showStatement: ({ caller, params, query }) => showStatement(deps, caller, params, query),
    addCustomerNote: ({ caller, params, body }) => addCustomerNote(deps, caller, params, body),
    adjustCustomer: ({ caller, params, body }) => adjustCustomer(deps, caller, params, body),
    lockCustomer: ({ caller, params, body }) => lockCustomer(deps, caller, { ...params, locked: true }, body),
    unlockCustomer: ({ caller, params, body }) =>
      lockCustomer(deps, caller, { ...params, locked: false }, body),
    logOutCustomer: ({ caller, params, body }) => logOutCustomer(deps, caller, params, body),
    exportCustomer: ({ caller, params }) => exportCustomer(deps, caller, params),
    eraseCustomer: ({ caller, params, body }) => eraseCustomer(deps, caller, params, body),
    listDays: ({ query }) => listDays(deps, query),
    showDay: ({ caller, params }) => showDay(deps, caller.staffId, params.day),
    signDay: ({ caller, params, body }) => signDay(deps, caller, { ...params, ...body }),
    showBooks: ({ query }) => showBooks(deps, query),
    showTotals: ({ query }) => showTotals(deps, query),
    showRollForward: ({ query }) => showRollForward(deps, query),
    showIdle: ({ query }) => showIdle(deps, query),
    showPayouts: ({ query }) => showPayouts(deps, query),
    listMoneyEntries: ({ caller, params, query }) => listMoneyEntries(deps, caller, { ...params, ...query }),
    explainMovement: ({ caller, body }) => explainMovement(deps, caller, body),
    exportReport: ({ caller, params, body }) => exportReport(deps, caller, { ...params, ...body }),
    numberAccounts: ({ caller, body }) => numberAccounts(deps, caller.by, body.accounts),
    listApprovals: ({ caller, query }) => listApprovals(deps, caller, query),
    showApproval: ({ caller, params }) => showApproval(deps, caller, params),
    approve: ({ caller, params, body }) => approve(deps, caller, params, body),
    declineApproval: ({ caller, params, body }) => declineApproval(deps, caller, params, body),
    withdrawApproval: ({ caller, params }) => withdrawApproval(deps, caller, params),
    showMoneyHealth: ({ caller }) => showMoneyHealth(deps, caller),
    checkMoney: ({ caller }) => checkMoney(deps, caller),
    retryEvents: ({ caller, body }) => retryEvents(deps, caller, body),
    dismissEvent: ({ caller, body }) => dismissEvent(deps, caller, body),
    resendEmails: ({ caller, body }) => resendEmails(deps, caller, body),
    listPayments: ({ caller, query }) => listPayments(deps, caller, query),
    showPaymentTrail: ({ caller, params }) => showPaymentTrail(deps, caller, params),
    syncPayment: ({ caller, params }) => syncPayment(deps, caller, params),
    exportEvidence: ({ caller, params }) => writeEvidence(deps, caller, params),
    answerDispute: ({ caller, params, body }) => answerDispute(deps, caller, { ...params, ...body }),
    showLoad: ({ caller }) => showLoad(deps, caller),
    showOnTime: ({ query }) => showOnTime(deps, query),
    showAnswers: ({ query }) => showAnswers(deps, query),
    showMoneyReport: ({ query }) => showMoneyReport(deps, query),
    setWorkMinutes: ({ caller, params, body }) =>
      setWorkMinutes(deps, caller.by, { id: BigInt(params.id), ...body }),
    setOpenLimit: ({ caller, params, body }) =>
      setOpenLimit(deps, caller.by, { id: BigInt(params.id), ...body }),
    listEmails: ({ caller }) => listEmails(deps, deps, caller),
    showEmail: ({ params }) => showEmail(deps, params.email),
    showEmailPage: ({ params }) => showEmailPage(deps, params.email),
    sendExampleEmail: ({ caller, params }) => sendExampleEmail(deps, caller, params.email),
    exportJournal: ({ caller, body }) => exportJournal(deps, caller.by, body),
  };
}
