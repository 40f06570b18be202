//! The chapters of the story, and the one list of all their tests.

pub(crate) mod batches; // several items at once
pub(crate) mod capacity; // what it costs
pub(crate) mod conditions; // what lets a write happen, and what a filter keeps
pub(crate) mod entities; // declared kinds
pub(crate) mod expiry; // what is past its time
pub(crate) mod feed; // what changed, in order
pub(crate) mod limits; // the largest that goes
pub(crate) mod lists; // lists with cursors and batches of any size, through `Db`
pub(crate) mod numbers; // exact numbers
pub(crate) mod ordering; // the order of keys, and ranges of them
pub(crate) mod paging; // pages, limits and positions
pub(crate) mod projections; // which attributes an answer has
pub(crate) mod scans; // whole tables
pub(crate) mod sparse; // which items an index has
pub(crate) mod transactions; // all or none
pub(crate) mod updates; // changes attribute by attribute

/// Hands the list of all tests to another macro: the only place where they are listed. A test that is missing here is dead code, and
/// the compiler says so.
#[doc(hidden)]
#[macro_export]
macro_rules! for_every_test {
    ([$($then:tt)+] $($given:tt)*) => {
        $($then)+! {
            ($($given)*)
            conditions {
                every_kind_decides_a_write,
                every_kind_filters_a_query,
                an_absent_item_has_no_attributes,
                presence_guards_writes,
                a_failed_condition_changes_nothing,
                senseless_conditions_are_refused,
            }
            updates {
                values_come_and_go,
                numbers_are_added,
                sets_grow_and_shrink,
                lists_grow_at_both_ends,
                nested_values_change_in_place,
                list_positions_are_those_before_the_update,
                an_update_hands_back_what_is_asked_for,
                an_absent_item_comes_into_being,
                what_does_not_fit_changes_nothing,
                senseless_updates_are_refused,
            }
            feed {
                every_change_comes_in_order,
                transactions_come_whole_or_not_at_all,
                small_bites_leave_nothing_out,
                a_reader_goes_on_where_it_was,
                who_begins_later_sees_what_comes_then,
                a_checkpoint_of_another_feed_is_lost,
            }
            ordering {
                texts_sort_by_their_bytes_in_a_table,
                texts_sort_by_their_bytes_in_an_index,
                numbers_sort_by_value_in_a_table,
                numbers_sort_by_value_in_an_index,
                bytes_sort_by_themselves,
                equal_numbers_are_one_key,
                senseless_ranges_are_refused,
            }
            paging {
                a_limit_counts_before_the_filter,
                the_last_page_has_no_position,
                walking_a_table_sees_everything_once,
                walking_an_index_with_ties_sees_everything_once,
                a_position_outlives_its_item,
                a_foreign_position_is_refused,
                a_page_ends_at_a_megabyte,
                counting_gives_numbers_only,
                partitions_are_apart,
            }
            lists {
                a_list_ends_without_a_cursor,
                a_filtered_list_reads_within_its_budget,
                a_list_of_parts_goes_on_too,
                a_cursor_is_of_one_list,
                batches_take_any_number,
                a_count_goes_over_all_pages,
                a_table_is_filled,
                two_ranges_are_one_list,
            }
            sparse {
                an_index_holds_what_has_all_its_keys,
                an_update_brings_in_and_takes_out,
                a_replaced_item_leaves_its_old_place,
                a_changed_key_moves_the_item,
                an_index_shows_the_item_as_it_is,
                an_index_without_a_sort_key_holds_many,
                batches_and_scans_know_the_indexes,
            }
            projections {
                an_index_holds_its_projection,
                a_filter_sees_what_the_index_holds,
                a_get_gives_what_it_asks_for,
                every_read_takes_a_projection,
                a_page_of_parts_has_a_position,
                overlapping_projections_are_refused,
            }
            transactions {
                all_happen,
                none_happen,
                a_check_stands_in_the_way,
                an_unfit_update_cancels,
                a_condition_comes_before_the_change,
                a_hundred_actions_are_the_most,
                senseless_transactions_are_refused,
                a_token_makes_a_repetition_harmless,
                a_cancelled_transaction_leaves_its_token_free,
            }
            batches {
                the_largest_batches_go_through,
                more_than_one_answer_holds_comes_in_several,
                a_batch_goes_across_tables,
                an_eventual_batch_answers_too,
                senseless_batches_are_refused,
                a_reading_of_one_moment_keeps_its_order,
                a_hundred_are_read_at_one_moment,
                a_number_key_is_found_by_any_spelling,
            }
            scans {
                a_scan_sees_everything_once,
                a_scan_filters_by_keys,
                senseless_scans_are_refused,
                segments_make_up_the_whole,
            }
            expiry {
                an_item_is_gone_from_its_second_on,
                only_a_number_expires,
                every_read_leaves_it_out,
                a_partial_index_leaves_it_out,
                pages_over_what_is_gone_lose_nothing,
                a_write_meets_no_item,
                an_update_starts_from_nothing,
                transactions_and_batches_meet_no_item,
                a_time_can_be_changed,
                a_cancelled_transaction_is_a_new_one_later,
            }
            limits {
                an_item_takes_400_kilobytes,
                keys_have_a_longest,
                index_keys_have_a_longest,
                keys_are_whole,
                index_keys_are_whole,
                a_set_is_never_empty,
                nesting_has_a_deepest,
                every_value_comes_back,
                a_name_is_never_empty,
            }
            numbers {
                numbers_come_back_whole,
                a_39th_digit_is_refused,
                sums_are_exact,
                a_counter_counts_every_call,
            }
            capacity {
                gets,
                queries,
                writes_of_the_table,
                writes_of_the_indexes,
                writes_of_partial_indexes,
                what_shrinks_in_a_partial_index,
                transactions,
                repetitions,
                batches,
            }
            entities {
                an_entity_goes_in_and_comes_out,
                a_stale_key_is_refused,
                a_rekeyed_entity_moves,
                one_query_answers_with_several_kinds,
                a_wrong_key_is_mended,
            }
        }
    };
}
